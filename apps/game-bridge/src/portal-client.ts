import type { Acknowledgement, Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import type { CharacterReport } from '#presets/simulator/demo-characters.ts';

const TIMEOUT_MS = 15_000;

/** The portal could not be reached or refused the call. The message is for the person at the terminal. */
export class PortalFailure extends Error {
  /** A retry helps only after somebody has changed the token or the list of addresses. */
  readonly isRefusal: boolean;

  constructor(message: string, { isRefusal = false } = {}) {
    super(message);
    this.name = 'PortalFailure';
    this.isRefusal = isRefusal;
  }
}

export type PortalClient = {
  lease: (limit: number) => Promise<Delivery[]>;
  acknowledge: (acknowledgements: Acknowledgement[]) => Promise<void>;
  reportCharacters: (accounts: CharacterReport[]) => Promise<void>;
};

/**
 * Creates a client for the three calls of the bridge.
 *
 * @param readToken called before every request, so that a rotated token takes effect
 */
export function createPortalClient(origin: string, readToken: () => string): PortalClient {
  const call = async (method: 'POST' | 'PUT', path: string, body: unknown): Promise<unknown> => {
    const headers = { authorization: `Bearer ${readToken()}`, 'content-type': 'application/json' };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const url = new URL(`/api/bridge/v1/${path}`, origin);
      const response = await fetch(url, { method, headers, signal, body: JSON.stringify(body) });
      if (!response.ok) throw await readFailure(response);
      return await response.json();
    } catch (error) {
      if (error instanceof PortalFailure) throw error;
      throw new PortalFailure(`The portal at ${origin} does not answer (${reasonOf(error)}).`);
    }
  };
  return {
    lease: async (limit) => readDeliveries(await call('POST', 'lease', { limit })),
    acknowledge: async (acknowledgements) => void (await call('POST', 'acks', acknowledgements)),
    reportCharacters: async (accounts) => void (await call('PUT', 'characters', { accounts })),
  };
}

async function readFailure(response: Response): Promise<PortalFailure> {
  const text = await response.text();
  const message = /"message":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text.slice(0, 200);
  const isRefusal = response.status === 401 || response.status === 403;
  return new PortalFailure(`The portal answered ${response.status}: ${message}`, { isRefusal });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return cause instanceof Error ? cause.message : error.message;
}

/** Checks only the ids, which are needed to acknowledge. `findFault` checks the rest of each delivery. */
function readDeliveries(answer: unknown): Delivery[] {
  const { deliveries } = Object(answer);
  if (
    !Array.isArray(deliveries) ||
    !deliveries.every((delivery) => Number.isSafeInteger(Object(delivery).id))
  ) {
    throw new PortalFailure("The portal's answer is not a list of deliveries.");
  }
  return deliveries;
}
