export function numberText(value: number): string {
  return value.toLocaleString('en');
}

/** A unit stays on the line of its number. */
const JOINED = '\u00a0';

export function percentText(share: number): string {
  return `${Math.round(share * 100)}${JOINED}%`;
}

const UNITS = [
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const;

/** The two largest units, such as `1 min 20 s`. */
export function durationText(seconds: number): string {
  let rest = Math.round(seconds);
  const parts = UNITS.flatMap(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count > 0 ? [`${count}${JOINED}${unit}`] : [];
  });
  return parts.slice(0, 2).join(' ') || `0${JOINED}s`;
}

/** By how much something grew or shrank, such as `+12 %`; undefined if there was nothing before. */
export function changeText(now: number, before: number): string | undefined {
  if (before === 0) return undefined;
  const change = Math.round((now / before - 1) * 100);
  return `${change > 0 ? '+' : change < 0 ? '−' : '±'}${Math.abs(change)}${JOINED}%`;
}
