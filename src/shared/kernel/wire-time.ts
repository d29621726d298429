/** The contract's pattern, and its only format of a time: "+" and milliseconds since 1970. */
export const WIRE_TIME_PATTERN = '^\\+[1-9]\\d{1,14}$';

/** The only place that formats a time for the wire. Rows contain milliseconds, entities contain dates. */
export function wireTime(moment: Date | number): string {
  return `+${Number(moment)}`;
}

export function momentOf(wire: string): Date {
  return new Date(Number(wire));
}

/** The same for a field of a request: absent and null stay so. */
export function givenMoment<Absent extends null | undefined>(wire: string | Absent): Date | Absent {
  return typeof wire === 'string' ? momentOf(wire) : wire;
}

export function wireTimeOrNull(moment: Date | number | null): string | null {
  return moment === null ? null : wireTime(moment);
}
