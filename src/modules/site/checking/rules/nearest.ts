/** Longer texts are no misspelt words. */
const MAX_LENGTH = 64;

/** The known word that a text was probably meant to be. Undefined if none is near. */
export function nearestOf(text: string, known: readonly string[]): string | undefined {
  const word = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  if (word === '' || word.length > MAX_LENGTH) return undefined;
  let nearest: string | undefined;
  let least = Infinity;
  for (const each of known) {
    const distance = distanceBetween(word, each.toLowerCase().replaceAll('-', '_'));
    if (distance > Math.max(1, Math.floor(each.length / 3)) || distance >= least) continue;
    nearest = each;
    least = distance;
  }
  return nearest;
}

/** How many letters have to be inserted, deleted, replaced or swapped with their neighbour. */
function distanceBetween(a: string, b: string): number {
  let [earlier, previous]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      let least = Math.min(
        previous![column]! + 1,
        current[column - 1]! + 1,
        previous![column - 1]! + (isSame ? 0 : 1),
      );
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwapped) least = Math.min(least, earlier![column - 2]! + 1);
      current.push(least);
    }
    [earlier, previous] = [previous, current];
  }
  return previous!.at(-1)!;
}
