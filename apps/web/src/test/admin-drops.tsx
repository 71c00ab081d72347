import { fireEvent, screen, within } from '@testing-library/react';
import type { Season } from '@waygate/contract/drops/drops.admin.schemas';
import { DropsAdmin } from '#features/drops/admin/DropsAdmin.tsx';
import { type Answers, renderAdmin, type RenderAdminOptions } from './render-admin.tsx';

/** Where staff find drops. */
export const DROPS_PAGE = '/admin/twitch-drops';

export const SEASONS = 'GET /api/admin/twitch/seasons';

/** A season that runs. */
export const SEASON: Season = {
  seasonId: 2,
  name: 'Winter',
  startsAt: '2026-11-01T00:00:00.000Z',
  endsAt: null,
  claimUntil: null,
  titleWord: '',
  minViewers: null,
  minTwitchDays: null,
  needsConfirmedEmail: false,
  minCharacterLevel: null,
  maxAccountsPerAddress: null,
  isCurrent: true,
  rewards: 4,
  revision: 7,
};

/** What the server knows of seasons: the one that runs, and no other. */
export const ONE_SEASON: Answers = { [SEASONS]: { body: { seasons: [SEASON] } } };

/** Opens a tab of the page, named as in the address, with whatever follows it there. */
export function openDrops(
  tab: string,
  answers: Answers,
  options?: Pick<RenderAdminOptions, 'webMgt' | 'privilege' | 'site'>,
) {
  return renderAdmin({
    pages: { [DROPS_PAGE]: <DropsAdmin /> },
    at: `${DROPS_PAGE}?tab=${tab}`,
    answers,
    ...options,
  });
}

export async function press(name: string | RegExp, inside: Pick<typeof screen, 'findByRole'> = screen) {
  fireEvent.click(await inside.findByRole('button', { name }));
}

/** Fills in a field of the dialog that is open. */
export function fillIn(label: string | RegExp, value: string) {
  const field = within(screen.getByRole('dialog')).getByLabelText(label);
  fireEvent.input(field, { target: { value } });
  fireEvent.change(field, { target: { value } });
}
