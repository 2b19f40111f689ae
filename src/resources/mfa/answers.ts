import { flag, integer, list, oneOf, shape, text } from '../../wire/shape.ts';

/** `backup_codes_generated` tells whether any backup code is left, and `backup_codes_left` how many. */
export const mfaShape = shape({
  feature_available: oneOf([true]),
  enabled: flag,
  backup_codes_generated: flag,
  backup_codes_left: integer,
});

/** The secret for the authenticator: `provisioning_url` for a QR code, `secret` for typing. */
export const begunMfaShape = shape({ provisioning_url: text, secret: text });

export const enabledMfaShape = shape({ enabled: flag, backup_codes: list(text) });

export const disabledMfaShape = shape({ enabled: flag });

export const backupCodesShape = shape({ backup_codes: list(text) });
