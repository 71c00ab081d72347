/** What players read about a game account: what happened, and what to do. */
export const MESSAGES = {
  taken:
    "The game already has an account with this login. Choose another login, or claim the account if it's yours.",
  createRefused: "The game didn't accept this account. Try another login or password.",
  /** The same for every cause, so that nobody learns which logins exist. */
  claimRefused: 'The login or the password is wrong, or the account belongs to somebody else.',
  claimExpired: "The game didn't answer within 10 minutes, so your password was deleted. Try again later.",
  exhausted: "The game couldn't do it after several attempts. Please try again later.",
  passwordRefused: "The game didn't accept the new password. The old one still works.",
  passwordExhausted:
    "The game couldn't save the new password. The old one still works. Please try again later.",
  renameTaken:
    'The game already has an account with the new login. Your login and password stay as they were.',
  renameRefused: "The game didn't accept the new login. Your login and password stay as they were.",
  missing: 'The game no longer has this account. Set a game password to create it again.',
  stolen:
    'You reported that your account was stolen, so your old password no longer works in this game. Set a game password below, or change your password.',
  unreadable: 'Your game password could not be sent to the game. Please set it again.',
} as const;

export function nameDoesNotFit(fault: string): string {
  return `Your user name can't be a login in this game. ${fault} Choose a login below.`;
}

export function passwordDoesNotFit(fault: string): string {
  return `Your password can't be used in this game. ${fault} Set a game password below.`;
}

export function newPasswordDoesNotFit(fault: string): string {
  return `The game keeps your old password, because it can't take the new one. ${fault} Set a game password below.`;
}

export function otherLogin(login: string): string {
  return `The game already has your account, as ${login}. Set its password again, or choose another login if the game allows it.`;
}
