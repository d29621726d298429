/** The contract's pattern, and the only thing in it that names a moment: "+" and milliseconds since 1970. */
export const WIRE_TIME_PATTERN = '^\\+[1-9]\\d{1,14}$';

/** The one place that writes a moment onto the wire. Rows bring milliseconds, entities bring dates. */
export function wireTime(moment: Date | number): string {
  return `+${Number(moment)}`;
}

export function momentOf(wire: string): Date {
  return new Date(Number(wire));
}

export function wireTimeOrNull(moment: Date | number | null): string | null {
  return moment === null ? null : wireTime(moment);
}
