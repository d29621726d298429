/** The stored parts of a page. The dtos of requests and responses implement these types. */

export interface Action {
  /** Unique in its page. */
  actionId: string;
  purpose: string;
  buttonTitle: string;
  actionType: string;
  url: string;
}

/** Responses contain the position of an action in its page, from 0. */
export interface IndexedAction extends Action {
  actionIndex: number;
}

export interface LogoImage {
  altText: string;
  url: string;
  fileId: string;
  assetId: string;
}

export interface Logo {
  image: LogoImage;
}

export interface ActionCardWidget {
  type: string;
  title: string;
  /** Only for a video. */
  url?: string;
  logos: Logo[];
}

export interface FooterLink {
  id: string;
  text: string;
  url: string;
}

export interface FooterLinkGroup {
  id: string;
  title: string;
  links: FooterLink[];
}

export interface Script {
  content: string;
  enabled: boolean;
  name: string;
  description: string;
}
