import process from 'node:process'
import { readMigrationFiles } from '#layers/northlight/server/store/migrations/migration-file.ts'
import { appRole, provisionRoles } from '#layers/northlight/server/store/provision-roles.ts'

/** `npm run provision`: migrates PostgreSQL as its owner and lets members of app_role run the server. */
const ownerUrl = process.env.DATABASE_OWNER_URL
if (!ownerUrl) {
  console.error('Set DATABASE_OWNER_URL to the login that owns the database: DATABASE_OWNER_URL=postgresql://owner@host/database npm run provision')
  process.exit(1)
}
try {
  const applied = await provisionRoles({ connectionString: ownerUrl }, await readMigrationFiles('prisma/migrations'))
  console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'No migration was pending.')
  console.log(`${appRole} has its grants. Let the server's login use them: GRANT ${appRole} TO <login>`)
}
catch (error) {
  console.error(`The database was not provisioned: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
