/** As the server takes it. */
export const PASSKEY_NAME_LENGTH = 60;
export const NO_PASSKEY_NAME = 'Please name the passkey with 1 to 60 characters.';
