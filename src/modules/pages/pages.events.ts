export const pageEvents = [
  'page.created',
  'page.updated',
  'page.published',
  'page.archived',
  'page.restored',
  'page.deleted',
  'page.version.cancelled',
  'audience.created',
  'audience.updated',
  'audience.archived',
  'audience.restored',
] as const;
