import type { Content } from '../../pages/index.js';
import type { SiteWords } from '../words/site-words.js';
import type { BrandProps } from './brand.js';
import type { ShownCover } from './cover.js';
import type { FindingsProps } from './findings.js';
import type { FormProps } from './form.js';
import type { QuestionBoxProps } from './question-box.js';
import type { ShownPicture, ShownPictures } from './texts/shown-picture.js';
import type { LogoPictures } from './widgets.js';

export interface PageProps {
  content: Content;
  /** The site's words, and the language of the page. */
  words: SiteWords;
  /** Decides what the page looks like. An unknown or no type looks like `custom`. */
  pageType?: string;
  cover?: ShownCover;
  /** Undefined if the page names no brand. */
  brand?: BrandProps;
  /** The URL of the page. */
  url: string | undefined;
  logoPictures: LogoPictures;
  textPictures: ShownPictures;
  /** Those of the cover and of blocks, which are the tenant's own whoever wrote the texts. */
  placedPictures: ShownPictures;
  /** The picture beside links to the page, with an absolute URL. */
  linkPicture?: ShownPicture;
  /** The form of actions that submit one. */
  form?: FormProps;
  /** Lets visitors ask questions. */
  questionBox?: QuestionBoxProps;
  /** Whether the owner's scripts run. */
  runsScripts: boolean;
  /** Reports visits; undefined if visits are not counted, as in a preview. */
  tracker?: Tracker;
  robots?: string;
  /** What visitors would stumble over, for a preview that shows it. */
  findings?: FindingsProps;
}

export interface Tracker {
  token: string;
  /** Whether it respects Do Not Track and Global Privacy Control. */
  respectsPrivacy: boolean;
}
