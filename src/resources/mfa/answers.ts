import { flag, integer, list, oneOf, shape, text } from '../../wire/shape.ts';

/** `backup_codes_generated` tells whether any backup code is left, and `backup_codes_left` how many. */
export const mfaShape = shape({
  feature_available: oneOf([true]),
  enabled: flag,
  backup_codes_generated: flag,
  backup_codes_left: integer,
});

/** What the app is told: `provisioning_url` is for a QR code, and `secret` the same to type. */
export const begunMfaShape = shape({ provisioning_url: text, secret: text });

export const enabledMfaShape = shape({ enabled: flag, backup_codes: list(text) });

export const disabledMfaShape = shape({ enabled: flag });

export const backupCodesShape = shape({ backup_codes: list(text) });
