import { getHome } from '@waygate/contract/home/home.endpoints';
import type { Home } from '@waygate/contract/home/home.schemas';
import { call, type Fetch } from '#api/call.ts';

/** What happens in the game now. */
export function readHome(options: { fetch: Fetch; signal: AbortSignal }): Promise<Home> {
  return call(getHome, {}, options);
}
