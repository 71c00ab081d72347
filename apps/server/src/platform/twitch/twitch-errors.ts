/** A failed call to Twitch. No message contains a token, a secret or a code. */
export class TwitchFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

/** A permanent refusal. For a refresh: the user must link again. */
export class TwitchRefused extends TwitchFailure {}

/** The token is invalid, expired or revoked, or lacks the scope. */
export class TwitchUnauthorized extends TwitchFailure {}

/** The user may not do this. For a token request: the application's id or secret is wrong. */
export class TwitchForbidden extends TwitchFailure {}

/** The rate limit is exceeded. A retry may succeed from `resetsAt`, by this machine's clock. */
export class TwitchLimited extends TwitchFailure {
  readonly resetsAt: Date;

  constructor(message: string, resetsAt: Date) {
    super(message);
    this.resetsAt = resetsAt;
  }
}

/** No answer, or no usable one. The outcome is unknown: keep the known state and retry later. */
export class TwitchUnavailable extends TwitchFailure {}

/** A list with fewer rows than its `total`: who is in it is certain, who isn't in it is unknown. */
export class TwitchIncomplete extends TwitchUnavailable {
  readonly userIds: string[];

  constructor(message: string, userIds: string[]) {
    super(message);
    this.userIds = userIds;
  }
}
