import { isIP } from 'node:net';
import * as z from 'zod';

/** Settings of the game's bridge. */
export type BridgeConfig = {
  /** The first token; undefined: one is generated at the first start. */
  token: string | undefined;
  /** Deliveries that are not acknowledged within this time are leased again. */
  leaseSeconds: number;
  /** Addresses of game servers, in addition to those that staff list. */
  addresses: string[];
};

export const bridgeEnvironment = {
  BRIDGE_TOKEN: z
    .string()
    .regex(/^[A-Za-z0-9._~+/-]{32,200}$/, 'must have 32 to 200 letters, digits or . _ ~ + / -')
    .optional(),
  BRIDGE_LEASE_SECONDS: z
    .string()
    .refine(
      (value) => /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= 3600,
      'must be a number of seconds from 1 to 3600',
    )
    .transform(Number)
    .default(60),
  BRIDGE_ADDRESSES: z
    .string()
    .transform((list) => list.split(',').map((address) => address.trim()))
    .refine(
      (list) => list.every((address) => isIP(address) !== 0),
      'must be IP addresses, separated by commas',
    )
    .default([]),
};

export function toBridgeConfig(environment: {
  BRIDGE_TOKEN?: string | undefined;
  BRIDGE_LEASE_SECONDS: number;
  BRIDGE_ADDRESSES: string[];
}): BridgeConfig {
  const {
    BRIDGE_TOKEN: token,
    BRIDGE_LEASE_SECONDS: leaseSeconds,
    BRIDGE_ADDRESSES: addresses,
  } = environment;
  return { token, leaseSeconds, addresses };
}
