/**
 * Rows of three, then of two. The server counts the cards: if the style sheet did, they would move while they arrive.
 */
export function shareOf(index: number, count: number): 'lone' | 'half' | 'third' {
  if (count === 1) return 'lone';
  const inPairs = [0, 4, 2][count % 3]!;
  return index < count - inPairs ? 'third' : 'half';
}
