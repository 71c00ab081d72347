import {
  type Credential,
  credentialSchema,
  type Proof,
  proofSchema,
} from '@waygate/contract/game-accounts/game-accounts.schemas';
import type { SealedBox, SealedText } from '#platform/crypto/sealed-box.ts';

type Owner = { serverId: number; accountId: number };

/** Encrypts a credential or a proof for its row in the outbox. */
export function sealSecret(box: SealedBox, owner: Owner, secret: Credential | Proof): SealedText {
  return box.seal(JSON.stringify(secret), boundTo(owner));
}

/** @throws CredentialUnreadable */
export function openCredential(box: SealedBox, owner: Owner, sealed: SealedText): Credential {
  return credentialSchema.parse(JSON.parse(box.open(sealed, boundTo(owner))));
}

/** @throws CredentialUnreadable */
export function openProof(box: SealedBox, owner: Owner, sealed: SealedText): Proof {
  return proofSchema.parse(JSON.parse(box.open(sealed, boundTo(owner))));
}

function boundTo({ serverId, accountId }: Owner): string {
  return `game account ${serverId}:${accountId}`;
}
