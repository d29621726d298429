import type { Tool } from '../tool.js';
import { audienceTools } from './audience-tools.js';
import { docTools } from './doc-tools.js';
import { draftTexts } from './draft-texts.js';
import { figureTools } from './figure-tools.js';
import { linkTools } from './link-tools.js';
import { pageTools } from './page-tools.js';
import { personTools } from './person-tools.js';
import { publish } from './publish.js';
import { topicTools } from './topic-tools.js';

/** In the order in which an agent is shown them. */
export const ALL_TOOLS: readonly Tool[] = [
  ...pageTools,
  ...audienceTools,
  draftTexts,
  publish,
  ...linkTools,
  ...personTools,
  ...figureTools,
  ...topicTools,
  ...docTools,
];
