import { describe, expect, test } from 'vitest';
import { createSignedInPlayer, registerPlayer } from '#test/account-journeys.ts';
import { useAuditLog } from '#test/audit.ts';

const { portal, owner, staffWith, record, list, read } = await useAuditLog();

describe('a long value', () => {
  const text = 'Ünited we stand. '.repeat(6000);
  const lines = Array.from({ length: 40 }, (_, n) => ({ label: `Lantern ${n}`, quantity: n }));
  const whole = {
    before: { title: 'x'.repeat(500), body: text, price: 4.99, isSale: false, imageUrl: null },
    after: { body: `${text}!`, lines },
  };

  test('appears shortened to its change in the list, and whole in the entry', async () => {
    const staff = await staffWith('users', 'news');
    await record(
      staff,
      { kind: 'news.update', target: 'long', ...whole },
      { kind: 'news.create', after: {} },
    );
    const { entries } = await list(staff, { staff: String(staff.id) });
    expect(entries[0]).toMatchObject({ before: null, after: {}, isCut: false });
    expect(entries[1]).toMatchObject({
      before: { ...whole.before, body: `…${text.slice(-40)}` },
      after: {
        body: `…${text.slice(-40)}!`,
        lines: expect.stringMatching(/^\[\{"label": "Lantern 0", "quantity": 0\}.{450,}…$/),
      },
      isCut: true,
    });
    for (const { entryId } of entries) {
      const entry = (await read(staff, entryId)).json();
      expect(entry).toMatchObject({ entryId, isCut: false, staff: { accountDBID: staff.id } });
    }
    expect((await read(staff, entries[1].entryId)).json()).toMatchObject(whole);
  });

  const lead = `…${text.slice(-40)}`;

  test.each([
    [
      'its beginning',
      [`Old ${text}`, `New ${text}`],
      ['Old ', 'New '].map((word) => `${word}${text.slice(0, 496)}…`),
    ],
    ['its middle', [`${text}Old ${text}`, `${text}New`], [`${lead}Old ${text.slice(0, 456)}…`, `${lead}New`]],
    ['a letter by one of the same first byte', [`${text}ö`, `${text}ü`], [`${lead}ö`, `${lead}ü`]],
    [
      'its length',
      [text.slice(0, 510), text.slice(0, 490)],
      [`…${text.slice(450, 510)}`, `…${text.slice(450, 490)}`],
    ],
    ['nothing to something', ['', text], ['', `${text.slice(0, 500)}…`]],
    ['nothing at all', [text, text], [lead, lead]],
  ])('that changed %s the list shows just that', async (_, [before, after], excerpts) => {
    const staff = await staffWith('users', 'news');
    await record(staff, { kind: 'news.update', before: { body: before }, after: { body: after } });
    const [entry] = (await list(staff, { staff: String(staff.id) })).entries;
    expect([entry.before.body, entry.after.body, entry.isCut]).toEqual([...excerpts, true]);
  });

  test('appears only to staff who see the entry in the list', async () => {
    const [colleague, viewer] = [await staffWith('users', 'benefits'), await staffWith('users')];
    const player = await registerPlayer(portal);
    await record(colleague, { accountId: player.id, ...whole }, { accountId: colleague.id, ...whole });
    const { entries } = await list(colleague, { staff: String(colleague.id) });
    const [ofColleague, ofPlayer] = entries.map(({ entryId }: { entryId: number }) => entryId);

    expect((await read(viewer, ofPlayer)).json()).toMatchObject(whole);
    const refused = await read(viewer, ofColleague);
    expect([refused.statusCode, refused.json().message]).toEqual([404, 'There is no such entry.']);
    for (const person of [colleague, owner]) expect((await read(person, ofColleague)).statusCode).toBe(200);
    for (const { token } of [await createSignedInPlayer(portal), await staffWith('news')])
      expect((await portal.call('GET', `/admin/audit/${ofPlayer}`, { token })).statusCode).toBe(403);
    expect((await portal.call('GET', `/admin/audit/${ofPlayer}`)).statusCode).toBe(401);
    for (const id of ['0', 'x', '2147483647', '2147483648'])
      expect((await read(owner, id)).statusCode).toBe(404);
  });
});
