import type { PersonalData } from '@xs2a/service-kit';

export const PERSONAL_DATA: PersonalData = {
  lanes: {
    none: 'Statuses of resources by their ids, for TPPs. They go 30 days after the last one; the resources have them too.',
  },
};
