import { expect, onTestFinished, vi } from 'vitest';

const BYTES = new TextEncoder().encode('abc').buffer;

/** What a browser hands over after the player has used a passkey. */
const CREDENTIAL = {
  id: 'YWJj',
  rawId: BYTES,
  type: 'public-key',
  authenticatorAttachment: 'platform',
  response: { authenticatorData: BYTES, clientDataJSON: BYTES, signature: BYTES, userHandle: null },
  getClientExtensionResults: () => ({}),
};

/** What the server asks a browser for. */
export const PASSKEY_OPTIONS = { challenge: 'YWJj', rpId: 'localhost', allowCredentials: [] };

/** As the server receives it. */
export const PASSKEY_PROOF = expect.objectContaining({
  id: 'YWJj',
  response: expect.objectContaining({ signature: 'YWJj' }),
});

/** A browser that knows passkeys, whose player uses one or closes the browser's dialog. */
export function withPasskeys({ isUsed = true } = {}): void {
  vi.stubGlobal('PublicKeyCredential', Object);
  const get = isUsed
    ? async () => CREDENTIAL
    : () => Promise.reject(new DOMException('Not allowed.', 'NotAllowedError'));
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'credentials');
  });
}
