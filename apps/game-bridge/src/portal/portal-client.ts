import type { Acknowledgement, Character, Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import type { CoinMoved, CoinMovementInput } from '@waygate/contract/coins/coins.schemas';
import type {
  AccountAcknowledgement,
  AccountCommand,
} from '@waygate/contract/game-accounts/game-accounts.schemas';
import type { BridgeStatus } from '@waygate/contract/game-servers/game-servers.schemas';
import type { ReceiptReport, ReceiptsWanted } from '@waygate/contract/deliveries/receipts.schemas';
import { createSender } from './send-json.ts';

const REMEDIES: Record<number, string> = {
  401: "Create a token for this server in the portal's admin (Game → Servers → Access), and set 'token'.",
  403: "Allow this computer's address for this server in the portal's admin (Game → Servers → Access).",
  404: 'Update the portal: it is older than this bridge.',
};

/** The portal could not be reached or refused the call. The message is for the person at the terminal. */
export class PortalFailure extends Error {
  /** A retry helps only after somebody has changed the token or the list of addresses. */
  readonly isRefusal: boolean;
  /** 0 without an answer. */
  readonly status: number;
  /** What mends it, where that is known. */
  readonly remedy: string | undefined;

  constructor(message: string, { status = 0 } = {}) {
    super(message);
    this.name = 'PortalFailure';
    this.status = status;
    this.remedy = REMEDIES[status];
    this.isRefusal = status === 401 || status === 403;
  }
}

export type CharacterReport = { accountDBID: number; characters: Character[] };
export type Collection = { idempotencyKey: string; collectedAt: string };

/** `leaseSeconds`: how long nobody else gets these. */
export type Lease = { deliveries: Delivery[]; leaseSeconds: number };

/** `aheadMs`: by how much the portal's clock is ahead of this one. An older portal wants no receipts. */
export type StatusAnswer = { aheadMs: number; receiptsWanted: ReceiptsWanted | undefined };

export type PortalClient = {
  lease: (limit: number) => Promise<Lease>;
  acknowledge: (acknowledgements: Acknowledgement[]) => Promise<void>;
  leaseAccounts: (limit: number) => Promise<AccountCommand[]>;
  acknowledgeAccounts: (acknowledgements: AccountAcknowledgement[]) => Promise<void>;
  reportCharacters: (accounts: CharacterReport[]) => Promise<void>;
  reportCollections: (collections: Collection[]) => Promise<void>;
  reportReceipts: (report: ReceiptReport) => Promise<void>;
  reportStatus: (status: BridgeStatus) => Promise<StatusAnswer>;
  debit: (movement: CoinMovementInput) => Promise<CoinMoved>;
};

/**
 * Creates a client for the bridge's calls.
 *
 * @param readToken called before every request, so that a rotated token takes effect
 */
export function createPortalClient(origin: string, readToken: () => string): PortalClient {
  const send = createSender(origin);
  const call: Call = async (method, path, body) => {
    const headers = { authorization: `Bearer ${readToken()}` };
    try {
      const { status, text } = await send({ method, path: `/api/bridge/v1/${path}`, headers }, body);
      if (status < 200 || status > 299) throw readFailure(status, text);
      return JSON.parse(text);
    } catch (error) {
      if (error instanceof PortalFailure) throw error;
      if (error instanceof SyntaxError) throw new PortalFailure("The portal's answer is not JSON.");
      throw new PortalFailure(`The portal at ${origin} does not answer (${reasonOf(error)}).`);
    }
  };
  return {
    lease: async (limit) => readLease(await call('POST', 'lease', { limit })),
    acknowledge: async (acknowledgements) => void (await call('POST', 'acks', acknowledgements)),
    leaseAccounts: async (limit) =>
      readEntries<AccountCommand>(await call('POST', 'accounts/lease', { limit }), 'commands'),
    acknowledgeAccounts: async (acknowledgements) =>
      void (await call('POST', 'accounts/acks', acknowledgements)),
    reportCharacters: async (accounts) => void (await call('PUT', 'characters', { accounts })),
    reportCollections: async (collections) => void (await call('POST', 'collections', collections)),
    reportReceipts: async (report) => void (await call('POST', 'receipts', report)),
    reportStatus: async (status) => {
      const sentAt = Date.now();
      const answer = await call('PUT', 'status', status);
      return { aheadMs: readClock(answer, sentAt, Date.now()), receiptsWanted: readWanted(answer) };
    },
    debit: async (movement) => readMoved(await call('POST', 'coins/debits', movement)),
  };
}

type Call = (method: 'POST' | 'PUT', path: string, body: unknown) => Promise<unknown>;

function readFailure(status: number, text: string): PortalFailure {
  const message =
    /"message":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text.replaceAll(/\s+/g, ' ').slice(0, 200);
  return new PortalFailure(`The portal answered ${status}: ${message}`, { status });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Of several addresses of one host, each with its own error.
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return 'code' in error ? String(error.code) : error.message;
}

const DEFAULT_LEASE_SECONDS = 60;

function readLease(answer: unknown): Lease {
  const seconds = Number(Object(answer).leaseSeconds);
  return {
    deliveries: readEntries<Delivery>(answer, 'deliveries'),
    leaseSeconds: seconds > 0 ? seconds : DEFAULT_LEASE_SECONDS,
  };
}

/** Checks only the ids, which are needed to acknowledge. What reads the entries checks the rest of each. */
function readEntries<Entry extends { id: number }>(
  answer: unknown,
  name: 'deliveries' | 'commands',
): Entry[] {
  const entries = Object(answer)[name];
  if (!Array.isArray(entries) || !entries.every((entry) => Number.isSafeInteger(Object(entry).id))) {
    throw new PortalFailure(`The portal's answer is not a list of ${name}.`);
  }
  return entries;
}

/** The portal's clock at the middle of the call, which is the best guess of when it read it. */
function readClock(answer: unknown, sentAt: number, receivedAt: number): number {
  const now = Date.parse(String(Object(answer).now));
  return Number.isNaN(now) ? 0 : now - (sentAt + receivedAt) / 2;
}

function readWanted(answer: unknown): ReceiptsWanted | undefined {
  const { restore, since } = Object(Object(answer).receiptsWanted);
  const isReadable = Number.isSafeInteger(restore) && !Number.isNaN(Date.parse(String(since)));
  return isReadable ? { restore: Number(restore), since: String(since) } : undefined;
}

function readMoved(answer: unknown): CoinMoved {
  const { outcome, balance } = Object(answer);
  if (outcome !== 'applied' && outcome !== 'duplicate' && outcome !== 'insufficient') {
    throw new PortalFailure("The portal's answer to a debit has no outcome.");
  }
  return { outcome, balance: Number(balance) };
}
