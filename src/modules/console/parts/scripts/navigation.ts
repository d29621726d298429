/** On a phone, the section of the screen can be beyond the edge of the navigation. */
export const NAVIGATION = `
document.querySelector('header nav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
`;
