import { createHmac } from 'node:crypto';
import type { Portal } from './portal.ts';
import type { Account } from './test.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_SECONDS = 30;

/** What an authenticator app shows now for a secret in base32 (RFC 6238). */
export function codeOf(secret: string): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1000 / STEP_SECONDS)));
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 15;
  return String((digest.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

/** Nobody waits half a minute for the next code. */
export async function letCodeServeAgain({ sql }: Portal, { name }: Account): Promise<void> {
  await sql(
    'update totp_factors set last_step = 0 where account_id = (select id from accounts where user_name = $1)',
    [name],
  );
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text)
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
