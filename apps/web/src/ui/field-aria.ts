type Notes = {
  hint?: string | undefined;
  error?: string | undefined;
  /** The id of a sentence elsewhere that says what is wrong, instead of `error`. */
  faultId?: string | undefined;
};

/** The attributes that tie a control to its notes below. */
export function fieldAria(id: string, { hint, error, faultId }: Notes) {
  const described = [hint && `${id}-hint`, error && `${id}-error`, faultId].filter(Boolean).join(' ');
  return {
    id,
    'aria-invalid': error || faultId ? (true as const) : undefined,
    'aria-describedby': described || undefined,
  };
}
