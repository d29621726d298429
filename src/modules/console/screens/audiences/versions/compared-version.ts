import type { ShownVersion } from '../../kit/shown-audience.js';

/** The version to compare with: the chosen one, or else what visitors see now; of that, what they saw before. */
export function comparedVersion(
  { publishedAt }: ShownVersion,
  others: readonly ShownVersion[],
  chosen: string | null,
): ShownVersion | undefined {
  if (publishedAt === null) return undefined;
  const earlier = others.filter((each) => each.publishedAt! <= publishedAt);
  return (
    others.find(({ versionId }) => versionId === chosen) ??
    others.find(({ status }) => status === 'published') ??
    earlier.toSorted((a, b) => b.publishedAt!.getTime() - a.publishedAt!.getTime())[0]
  );
}
