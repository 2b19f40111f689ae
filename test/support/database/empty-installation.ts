import { type Installation, UNLIMITED } from '../../../src/db/installation.ts';
import { openVault } from '../../../src/db/vault.ts';

/** An installation without settings, for work on a database that reads none of them. */
export const EMPTY_INSTALLATION: Installation = {
  publicUrl: '',
  vault: openVault(''),
  dialect: 'spec',
  allowedNetworks: [],
  allowsHttp: false,
  mail: { canSend: false, inboundDomain: '', from: '' },
  limits: { inboxes: 0, agents: 0, labels: 0, messagesPerMinute: 0 },
  signInsPerHalfHour: 0,
  space: UNLIMITED,
};
