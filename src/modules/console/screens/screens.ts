import { auditScreens } from './settings/audit.js';
import { changedKeyScreens } from './settings/changed-key.js';
import { keyScreens } from './settings/keys.js';
import { newKeyScreens } from './settings/new-key.js';
import type { Screens } from './kit/screen.js';

/** All screens. The first that fits a path answers. */
export const SCREENS: Screens = { ...keyScreens, ...newKeyScreens, ...changedKeyScreens, ...auditScreens };

export const HOME_PATH = '/settings/keys';
