/** Replaces a placeholder for all names of a kind, which only the application knows, in every enum. */
export function listNames(node: object, placeholder: string, names: readonly string[]): void {
  if ('enum' in node && Array.isArray(node.enum) && node.enum.includes(placeholder)) node.enum = [...names];
  for (const inner of Object.values(node) as unknown[])
    if (typeof inner === 'object' && inner !== null) listNames(inner, placeholder, names);
}
