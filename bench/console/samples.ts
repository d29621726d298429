import { exampleId } from '../setup/built.ts';
import { post } from '../setup/posts.ts';
import { startFoyer, type Surroundings } from '../setup/servers.ts';

const TOMORROW_MS = 86_400_000;

/** Creates the samples, and what else a screen needs to have a link to each screen. */
export async function addSamples(place: Surroundings): Promise<void> {
  const foyer = await startFoyer({ ...place, env: { SAMPLE_DATA: 'true' }, logName: 'foyer-samples' });
  try {
    const audience = `/v0/pages/${exampleId('page')}/audiences/${exampleId('audience')}`;
    // So there is a version to cancel.
    const publishAt = new Date(Date.now() + TOMORROW_MS).toISOString();
    await post(foyer, `${audience}/versions`, { publishAt });
  } finally {
    await foyer.stop();
  }
}
