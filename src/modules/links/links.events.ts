export const linkEvents = [
  'tenant_domain.created',
  'tenant_domain.deleted',
  'page_link.created',
  'page_link.updated',
  'page_link.deleted',
  'page_link.restored',
] as const;

export type LinkEvent = (typeof linkEvents)[number];
