import type { Passkey } from '@waygate/contract/factors/factors.schemas';
import type { PasskeyRow } from '#features/factors/factors.ts';

export function presentPasskey({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey {
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
