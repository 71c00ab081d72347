import * as z from 'zod/mini';
import { PASSWORD_MAX_LENGTH } from '../accounts/accounts.schemas.ts';
import { line, timestamp } from '../text.ts';

/** Six digits of an authenticator app, or one of the ten recovery codes; spaces and hyphens don't matter. */
export const codeSchema = line({ min: 1, max: 40, message: 'Please enter the code.' });

export const factorMethodSchema = z.enum(['totp', 'recovery_code', 'passkey']);

/** A sign-in that needs a second factor. It has no `accessToken`. */
export const factorDueSchema = z.object({
  /** For `POST /auth/login/factor`, for ten minutes. */
  factorToken: z.string(),
  /** What the account has. */
  methods: z.array(factorMethodSchema),
});

/** Options and answers as the WebAuthn API has them in JSON: the library at each end checks them. */
export const webAuthnJsonSchema = z.record(z.string(), z.unknown());

export const passkeySchema = z.object({
  id: z.int(),
  name: z.string(),
  createdAt: timestamp,
  lastUsedAt: z.nullable(timestamp),
});

export const factorsSchema = z.object({
  /** Since when there is an authenticator app; null without one. */
  totpSince: z.nullable(timestamp),
  recoveryCodesLeft: z.int(),
  passkeys: z.array(passkeySchema),
  /** Where passkeys work: the portal's public address. Absent where that has no domain or no HTTPS. */
  passkeyOrigin: z.optional(z.string()),
  /** The owners require a second factor from this account. */
  isRequired: z.boolean(),
  /** When staff's removal of all factors takes effect; null without one. */
  removalDueAt: z.nullable(timestamp),
});

/** For an authenticator app: nothing changes before `confirmTotp`. */
export const totpSetupSchema = z.object({
  /** Base32, to type in. */
  secret: z.string(),
  /** `otpauth://totp/…` */
  uri: z.string(),
  /** The address as a QR code: an SVG document. */
  qrSvg: z.string(),
});

export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });

/** Who is signed in proves it once more: with the password, or with a code where the account has a factor. */
export const sudoSchema = z.union(
  [
    z.object({
      password: line({ min: 1, max: PASSWORD_MAX_LENGTH, message: 'Please enter your password.' }),
    }),
    z.object({ code: codeSchema }),
  ],
  'Please enter your password or a code.',
);

/** Until when sensitive actions don't ask again. */
export const sudoGrantedSchema = z.object({ until: timestamp });

export const securityPolicySchema = z.object({
  /** Staff without a second factor open no section. */
  isStaffFactorRequired: z.boolean(),
  revision: z.int(),
});

export type Factors = z.infer<typeof factorsSchema>;
export type Passkey = z.infer<typeof passkeySchema>;
export type FactorDue = z.infer<typeof factorDueSchema>;
export type FactorMethod = z.infer<typeof factorMethodSchema>;
export type TotpSetup = z.infer<typeof totpSetupSchema>;
export type SecurityPolicy = z.infer<typeof securityPolicySchema>;
