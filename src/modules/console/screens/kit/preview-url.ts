import { FoyerError } from '@foyer/client';

/** The key may not make previews, there is no site, or there were too many previews. */
const WITHOUT_PREVIEW = [403, 409, 429, 503];

/** The address of a preview; undefined if there can be none now, so that the rest of a screen is shown all the same. */
export async function previewUrlOf(preview: Promise<{ url: string }>): Promise<string | undefined> {
  try {
    return (await preview).url;
  } catch (error) {
    if (error instanceof FoyerError && WITHOUT_PREVIEW.includes(error.status ?? 0)) return undefined;
    throw error;
  }
}
