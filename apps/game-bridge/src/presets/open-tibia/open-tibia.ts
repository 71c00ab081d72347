import type { CredentialRules } from '@waygate/contract/game-accounts/credential-rules.schemas';

/** Columns of `accounts` that a delivery may add coins to, with the number of their kind in `coins_transactions`. */
export type CoinColumn = { column: string; transactionType: number };

/** What sets the servers apart that grew out of one. */
export type OpenTibiaServer = {
  name: 'canary' | 'tfs';
  /** By the name of the option; empty where the server has no coins. */
  coins: Readonly<Record<string, CoinColumn>>;
  /** When an account's premium time ends, in Unix time, and columns that follow from it. */
  premium: { column: string; alsoSet: string };
  vocations: readonly string[];
};

const CANARY_VOCATIONS = [
  'None',
  'Sorcerer',
  'Druid',
  'Paladin',
  'Knight',
  'Master Sorcerer',
  'Elder Druid',
  'Royal Paladin',
  'Elite Knight',
  'Monk',
  'Exalted Monk',
];

export const CANARY: OpenTibiaServer = {
  name: 'canary',
  coins: {
    coins: { column: 'coins', transactionType: 1 },
    transferableCoins: { column: 'coins_transferable', transactionType: 3 },
  },
  premium: {
    column: 'lastday',
    // The game itself counts from `lastday`; websites read `premdays`.
    alsoSet: ', premdays = floor((greatest(lastday, unix_timestamp()) - unix_timestamp()) / 86400)',
  },
  vocations: CANARY_VOCATIONS,
};

export const TFS: OpenTibiaServer = {
  name: 'tfs',
  coins: {},
  premium: { column: 'premium_ends_at', alsoSet: '' },
  vocations: CANARY_VOCATIONS.slice(0, 9),
};

/** What both ask of logins and passwords. */
export const ACCOUNT_RULES: Omit<CredentialRules, 'scheme' | 'parameters'> = {
  login: { min: 3, max: 32, characters: 'letters_digits' },
  password: { min: 6, max: 29, characters: 'printable_ascii' },
  isCaseSensitive: true,
  canRename: true,
  canClaim: true,
};
