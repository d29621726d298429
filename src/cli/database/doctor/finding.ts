/** What the doctor says about one thing. */
export interface Finding {
  check: string;
  /** A warning is worth a look; something that is wrong fails the command. */
  state: 'ok' | 'warning' | 'wrong';
  found: string;
  /** What to do. */
  advice: string | null;
}

export function ok(check: string, found: string): Finding {
  return { check, state: 'ok', found, advice: null };
}

export function warning(check: string, found: string, advice: string): Finding {
  return { check, state: 'warning', found, advice };
}

export function wrong(check: string, found: string, advice: string): Finding {
  return { check, state: 'wrong', found, advice };
}

/** Of several faults one row each; `found` if there are none. */
export function orOk(check: string, found: string, faults: readonly Finding[]): Finding[] {
  return faults.length > 0 ? [...faults] : [ok(check, found)];
}
