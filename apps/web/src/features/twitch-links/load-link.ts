import { getTwitchLink } from '@waygate/contract/drops/drops.endpoints';
import type { TwitchLink } from '@waygate/contract/drops/drops.schemas';
import { call } from '#api/call.ts';

export async function loadLink(signal: AbortSignal): Promise<TwitchLink | null> {
  const { link } = await call(getTwitchLink, {}, { signal });
  return link;
}
