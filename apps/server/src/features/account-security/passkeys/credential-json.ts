import * as z from 'zod';
import { badRequest } from '#platform/errors/app-error.ts';
import { parseJson } from '#platform/json/parse-json.ts';

// Generous: an answer with a key of RSA has a few thousand characters.
const CLIENT_DATA_MAX = 8192;
const ATTESTATION_MAX = 16_384;
const AUTHENTICATOR_DATA_MAX = 8192;
const SIGNATURE_MAX = 8192;
/** 1023 bytes, the most that WebAuthn allows. */
const CREDENTIAL_ID_MAX = 1364;
/** 64 bytes. */
const USER_HANDLE_MAX = 86;

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/);

const credential = {
  id: base64url(CREDENTIAL_ID_MAX),
  rawId: base64url(CREDENTIAL_ID_MAX),
  type: z.literal('public-key'),
};

const registrationSchema = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(CLIENT_DATA_MAX),
      attestationObject: base64url(ATTESTATION_MAX),
      transports: z
        .array(z.string())
        .max(20)
        .default([])
        // Those of a later version of WebAuthn are left out: they are only hints for the browser.
        .transform((named) => TRANSPORTS.filter((transport) => named.includes(transport))),
    }),
  })
  .refine(({ id, rawId }) => id === rawId);

const assertionSchema = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(CLIENT_DATA_MAX),
      authenticatorData: base64url(AUTHENTICATOR_DATA_MAX),
      signature: base64url(SIGNATURE_MAX),
      userHandle: base64url(USER_HANDLE_MAX).nullish(),
    }),
  })
  .refine(({ id, rawId }) => id === rawId);

const clientDataSchema = z.object({
  type: z.enum(['webauthn.create', 'webauthn.get']),
  challenge: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  origin: z.string(),
});

type ClientData = z.infer<typeof clientDataSchema>;

/** What a browser sends for a new passkey. */
export type Registration = z.infer<typeof registrationSchema> & { clientData: ClientData };

/** What a browser sends when a passkey is used. */
export type Assertion = z.infer<typeof assertionSchema> & { clientData: ClientData };

/** @throws bad_request when it is none */
export function parseRegistration(json: unknown): Registration {
  const registration = registrationSchema.safeParse(json).data;
  if (!registration) throw unreadable();
  return { ...registration, clientData: parseClientData(registration.response.clientDataJSON) };
}

/** @throws bad_request when it is none */
export function parseAssertion(json: unknown): Assertion {
  const assertion = assertionSchema.safeParse(json).data;
  if (!assertion) throw unreadable();
  return { ...assertion, clientData: parseClientData(assertion.response.clientDataJSON) };
}

function parseClientData(encoded: string): ClientData {
  const clientData = clientDataSchema.safeParse(parseJson(Buffer.from(encoded, 'base64url').toString())).data;
  if (!clientData) throw unreadable();
  return clientData;
}

function unreadable() {
  return badRequest("The passkey's answer could not be read. Please try again.");
}
