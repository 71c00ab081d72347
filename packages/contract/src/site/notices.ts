// What the profile and sign-in pages say about a link that led there. Our links carry a code, not a text, and the sign-in
// page shows nothing else: strangers could make it ask for anything (content spoofing, OWASP).

/** `?message=` of the address, by code. */
const MESSAGES = {
  email_confirmed: 'Your email address is confirmed.',
  email_changed: 'Your email address has been changed.',
  twitch_linked: 'Linked with Twitch.',
  twitch_streamer_pending: 'Linked with Twitch. Our team looks at streamers before their minutes count.',
  twitch_streamer_approved: 'Linked with Twitch. Your channel is approved: you earn by streaming.',
  twitch_streamer_rejected:
    'Linked with Twitch. Our team has not approved your channel, so your minutes do not count.',
};

/** `?error=` of the address, by code. Codes of the API's errors have the same names here. */
const ERRORS = {
  too_many_requests: 'Too many attempts. Please try again later.',
  validation_failed: 'This link is not valid. Please try again.',
  unavailable: 'The server is busy. Please try again in a moment.',
  internal: 'Something went wrong on our side. Please try again.',
  failed: 'This did not work. Please try again.',
  confirmation_link_invalid: 'Invalid or expired confirmation link.',
  email_change_link_invalid: 'Invalid or expired email change link.',
  email_taken: 'This email address is already in use by another account.',
  provider_unknown: 'Invalid provider.',
  twitch_off: 'Twitch is not switched on for this server.',
  twitch_denied: 'You did not allow the link with Twitch, so nothing was linked.',
  twitch_incomplete: 'Twitch did not complete the link. Please try again.',
  twitch_refused: 'Twitch did not accept the link. Please try again.',
  twitch_unreachable: 'Twitch cannot be reached right now. Please try again later.',
  twitch_expired: 'This link with Twitch has expired or was used already. Please try again.',
  twitch_other_browser: 'Please finish the link with Twitch in the browser in which you began it.',
  twitch_signed_out: 'You have signed out since. Please sign in and link Twitch again.',
  twitch_chat_not_allowed: 'To earn by streaming, please allow the portal to see who is in your chat.',
  twitch_linked_before:
    'Your account is linked with another account on Twitch already. Please unlink it first.',
  twitch_blocked:
    'This Twitch account was linked to another account less than 30 days ago. Please try again later.',
  twitch_taken: 'This Twitch account is linked to another account already.',
};

export type MessageCode = keyof typeof MESSAGES;
export type FailureCode = keyof typeof ERRORS;

export type Notice = { message: MessageCode } | { error: FailureCode };

/** The page's address with the notice. */
export function withNotice(page: string, notice: Notice): string {
  return `${page}?${new URLSearchParams(notice)}`;
}

export function isFailureCode(code: string): code is FailureCode {
  return Object.hasOwn(ERRORS, code);
}

/**
 * The text of one parameter of an address.
 *
 * @returns undefined for anything but a known code
 */
export function textOfNotice(kind: 'message' | 'error', code: string): string | undefined {
  const texts: Record<string, string> = kind === 'message' ? MESSAGES : ERRORS;
  return Object.hasOwn(texts, code) ? texts[code] : undefined;
}
