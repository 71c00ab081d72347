/** Why Twitch did not do what it was asked. No message holds a token, a secret or a code. */
export class TwitchFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

/** It will not do this, however often it is asked; of a refresh: the user has to link anew. */
export class TwitchRefused extends TwitchFailure {}

/** The token is none, has expired, was revoked, or lacks the scope. */
export class TwitchUnauthorized extends TwitchFailure {}

/** The user may not do this; of a token request: this application's own id or secret is wrong. */
export class TwitchForbidden extends TwitchFailure {}

/** Too many points were spent; from `resetsAt` on, by this machine's clock, another try may succeed. */
export class TwitchLimited extends TwitchFailure {
  readonly resetsAt: Date;

  constructor(message: string, resetsAt: Date) {
    super(message);
    this.resetsAt = resetsAt;
  }
}

/** No answer came, or none that says anything of what was asked: keep what is known and ask again later. */
export class TwitchUnavailable extends TwitchFailure {}
