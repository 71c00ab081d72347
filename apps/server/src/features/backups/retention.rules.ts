const LAST_DAY_MS = 86_400_000;

/** How many periods with a backup keep one, the newest of each. */
const KEPT = { day: 7, week: 4, month: 6 };

/**
 * Chooses which backups stay: all of the last 24 hours, and the newest of each of the last 7 days, 4 weeks and 6 months that have one.
 *
 * @param backups in any order
 * @param kept names of those that stay in any case
 * @returns those that may be removed
 */
export function chooseRemovable<Backup extends { name: string; madeAt: Date }>(
  backups: Backup[],
  { now, kept: names }: { now: Date; kept: string[] },
): Backup[] {
  const newestFirst = backups.toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
  const isRecent = ({ madeAt }: Backup) => now.getTime() - madeAt.getTime() <= LAST_DAY_MS;
  const kept = new Set(backups.filter((backup) => isRecent(backup) || names.includes(backup.name)));
  for (const [period, count] of [
    [dayOf, KEPT.day],
    [weekOf, KEPT.week],
    [monthOf, KEPT.month],
  ] as const) {
    const seen = new Set<string>();
    for (const backup of newestFirst) {
      const name = period(backup.madeAt);
      if (seen.has(name) || seen.size === count) continue;
      seen.add(name);
      kept.add(backup);
    }
  }
  return newestFirst.filter((backup) => !kept.has(backup));
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** The Monday that it begins with. */
function weekOf(time: Date): string {
  const monday = new Date(time);
  monday.setUTCDate(time.getUTCDate() - ((time.getUTCDay() + 6) % 7));
  return dayOf(monday);
}

function monthOf(time: Date): string {
  return time.toISOString().slice(0, 7);
}
