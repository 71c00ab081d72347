/** What the portal uses of the library, so that the build leaves out the rest of the chunk. */
export { startAuthentication, startRegistration } from '@simplewebauthn/browser';
