import { Global, Inject, Module, type DynamicModule } from '@nestjs/common';
import { ConsoleAddress } from './console-address.js';
import type { Settings } from './settings.js';
import { SiteAddress } from './site-address.js';

export const SETTINGS_TOKEN = Symbol('Settings');

export const InjectSettings = (): ParameterDecorator => Inject(SETTINGS_TOKEN);

@Global()
@Module({})
export class ConfigModule {
  static with(settings: Settings): DynamicModule {
    const providers = [
      { provide: SETTINGS_TOKEN, useValue: settings },
      { provide: ConsoleAddress, useValue: new ConsoleAddress(settings) },
      { provide: SiteAddress, useValue: new SiteAddress(settings) },
    ];
    return { module: ConfigModule, providers, exports: providers };
  }
}
