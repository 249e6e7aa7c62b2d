import { Prisma } from '#layers/northlight/generated/prisma/client.ts'
import { findUndefined } from './find-undefined.ts'

/**
 * To Prisma a filter that is `undefined` is no filter at all: a missing id would mean everybody's rows. Here it is an
 * error. (Prisma's own `strictUndefinedChecks` refuses it everywhere, in what is written and chosen too, which Better
 * Auth's adapter does not live with.)
 */
export const refuseOpenFilters = Prisma.defineExtension({
  name: 'refuse-open-filters',
  query: {
    $allOperations({ model, operation, args, query }) {
      const where: unknown = typeof args === 'object' && args !== null && 'where' in args ? args.where : undefined
      const place = findUndefined(where, 'where')
      if (place !== undefined) throw new Error(`${model ?? 'A statement'}.${operation}: the filter ${place} is undefined.`)
      return query(args)
    },
  },
})
