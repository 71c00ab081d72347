import * as z from 'zod/mini';
import { credentialRulesSchema } from '@waygate/contract/game-accounts/credential-rules.schemas';
import { DELIVERY_KINDS } from '#loop/readable-delivery.ts';

const STATEMENT_MESSAGE =
  'This is a statement, such as: insert into mail (receiver, item) values (:characterId, :itemId)';
const text = z.string(STATEMENT_MESSAGE).check(z.minLength(1, STATEMENT_MESSAGE));
const statement = z.union(
  [
    z.pipe(
      text,
      z.transform((sql: string): Statement => ({ sql, mayChangeNothing: false })),
    ),
    z.strictObject({ sql: text, mayChangeNothing: z._default(z.boolean(), false) }),
  ],
  STATEMENT_MESSAGE,
);
const LIST_MESSAGE = 'This is a statement or a list of statements.';
const list = z.union(
  [
    z.pipe(
      statement,
      z.transform((one: Statement) => [one]),
    ),
    z.array(statement),
  ],
  LIST_MESSAGE,
);
const KINDS_MESSAGE = `This is statements for each kind (${DELIVERY_KINDS.join(', ')}) and for 'default'.`;
const perKind = z.partialRecord(z.enum(['default', ...DELIVERY_KINDS], KINDS_MESSAGE), list, KINDS_MESSAGE);

const accountStatements = z.strictObject({
  /** Answers the game's id of the account of `:login`, or no row. */
  exists: text,
  create: list,
  setPassword: list,
  rename: z.optional(list),
  lock: list,
  unlock: list,
  /** Answers `id` and `verifier` of the account of `:login`. */
  verify: z.optional(text),
});

export const optionsSchema = z.strictObject({
  statements: z.strictObject({
    /** Answers a row if the character exists. */
    character: z.optional(text),
    /** Answers a row if the game knows the item. */
    item: z.optional(text),
    /** Answers a row if nothing fits into the mailbox. */
    inboxFull: z.optional(text),
    grant: perKind,
    revoke: z._default(perKind, {}),
    characters: z.optional(text),
    status: z.optional(text),
    accounts: z.optional(accountStatements),
  }),
  needsCharacter: z._default(z.boolean('This is true or false.'), false),
  /** After how many days the game destroys what wasn't collected. */
  expiresAfterDays: z._default(z.nullable(z.int('This is a number of days.').check(z.minimum(1))), null),
  /** What the game asks of logins and passwords, when `statements.accounts` manages them. */
  accounts: z.optional(z.omit(credentialRulesSchema, { canRename: true, canClaim: true })),
});

export type Statement = { sql: string; mayChangeNothing: boolean };
export type SqlOptions = z.infer<typeof optionsSchema>;
export type AccountStatements = z.infer<typeof accountStatements>;
