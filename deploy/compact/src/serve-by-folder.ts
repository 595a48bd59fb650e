import { type Service, serveTogether } from '@xs2a/service-kit';
import { readSettingsFolder } from './read-settings-folder.ts';

/** Runs the services that the folder of settings has a file for as one process, which logs by `name`. Each group stops before the next. */
export async function serveByFolder(name: string, groups: readonly (readonly Service[])[]): Promise<void> {
  await serveTogether(name, () => {
    const settings = readSettingsFolder(
      groups.flat().map((service) => service.name),
      process.env,
    );
    return groups.map((group) =>
      group.flatMap((service) => {
        const env = settings.get(service.name);
        return env === undefined ? [] : [{ service, env }];
      }),
    );
  });
}
