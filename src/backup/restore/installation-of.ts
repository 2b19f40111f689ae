import type { Config } from '../../config.ts';
import { type Installation, UNLIMITED } from '../../db/installation.ts';
import { openVault } from '../../db/vault.ts';

/** What opening a database asks of an installation; nothing is sealed or opened with it. */
export const installationOf = ({ api, webhooks, limits, rate_limit: rates }: Config): Installation => ({
  publicUrl: '',
  vault: openVault(''),
  dialect: api.dialect,
  allowedNetworks: webhooks.allowed_networks,
  allowsHttp: webhooks.allow_http,
  mail: { canSend: false, inboundDomain: '', from: '' },
  limits: { ...limits, messagesPerMinute: limits.messages_per_minute },
  signInsPerHalfHour: rates.sign_ins_per_half_hour,
  space: UNLIMITED,
});
