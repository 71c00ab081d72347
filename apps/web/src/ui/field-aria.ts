type Notes = {
  hint?: string | undefined;
  error?: string | undefined;
  /** The id of a message elsewhere that says what is wrong, instead of `error`. */
  faultId?: string | undefined;
};

/** The attributes that link a control to its hint and error. */
export function fieldAria(id: string, { hint, error, faultId }: Notes) {
  const described = [hint && `${id}-hint`, error && `${id}-error`, faultId].filter(Boolean).join(' ');
  return {
    id,
    'aria-invalid': error || faultId ? (true as const) : undefined,
    'aria-describedby': described || undefined,
  };
}
