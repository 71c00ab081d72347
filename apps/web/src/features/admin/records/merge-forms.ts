/** Three versions of one value: as the editor read it, as they want it, and as somebody else saved it. */
export type Versions<Value> = { read: Value; mine: Value; theirs: Value };

/** Merges a field where either version alone would undo the other. */
export type FieldMerges<Form> = {
  [Name in keyof Form]?: ((versions: Versions<Form[Name]>) => Form[Name]) | undefined;
};

/** Theirs with the editor's changes on top: what 'Keep mine' saves. */
export function mergeForms<Form extends object>(
  { read, mine, theirs }: Versions<Form>,
  merges: FieldMerges<Form> = {},
): Form {
  const merged = { ...theirs };
  for (const name of namesOf(mine)) {
    if (isSame(mine[name], read[name])) continue;
    const versions = { read: read[name], mine: mine[name], theirs: theirs[name] };
    merged[name] = merges[name]?.(versions) ?? mine[name];
  }
  return merged;
}

/**
 * My value as shown next to theirs. An amount is theirs plus the editor's difference, so that purchases made meanwhile
 * are kept.
 */
export function mineBeside<Form extends object>(
  versions: Versions<Form>,
  merges: FieldMerges<Form> = {},
): Form {
  const merged = mergeForms(versions, merges);
  const shown = { ...versions.mine };
  for (const name of namesOf(shown)) if (merges[name]) shown[name] = merged[name];
  return shown;
}

/**
 * What the editor's differences are computed from. An unanswered attempt may have been saved: where theirs equals what it
 * sent, the difference is already included and must not be added again.
 */
export function readBeside<Form extends object>(
  { read, theirs }: Pick<Versions<Form>, 'read' | 'theirs'>,
  unanswered: readonly Form[],
  merges: FieldMerges<Form> = {},
): Form {
  const known = { ...read };
  for (const name of namesOf(known)) {
    if (!merges[name] || isSame(theirs[name], read[name])) continue;
    if (unanswered.some((sent) => isSame(sent[name], theirs[name]))) known[name] = theirs[name];
  }
  return known;
}

/** For typed amounts. If one isn't a number, such as no limit, mine is kept. */
export function addDifference({ read, mine, theirs }: Versions<string>): string {
  const [was, wanted, now] = [read, mine, theirs].map(wholeIn);
  if (was === undefined || wanted === undefined || now === undefined) return mine;
  return String(now + wanted - was);
}

/** For sets: theirs plus what was added here, minus what was removed here. */
export function mergeChoices<Choice>({ read, mine, theirs }: Versions<Choice[]>): Choice[] {
  const added = mine.filter((choice) => !read.includes(choice));
  const removed = read.filter((choice) => !mine.includes(choice));
  return [...new Set([...theirs, ...added])].filter((choice) => !removed.includes(choice));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function wholeIn(text: string): number | undefined {
  return /^-?\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;
}

function namesOf<Form extends object>(form: Form): (keyof Form)[] {
  // A form's own fields.
  return Object.keys(form) as (keyof Form)[];
}
