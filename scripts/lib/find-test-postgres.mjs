const usualServers = ['postgresql://root@127.0.0.1:5432/postgres', 'postgresql://postgres@127.0.0.1:5432/postgres']
const answerMs = 2_000

/** The URL of a PostgreSQL on which tests may make databases and roles: NORTHLIGHT_TEST_POSTGRES_URL, or a usual local one that answers. */
export async function findTestPostgres() {
  const named = process.env.NORTHLIGHT_TEST_POSTGRES_URL
  if (named) return named
  for (const url of usualServers) {
    if (await isUsable(url)) return url
  }
  return undefined
}

async function isUsable(connectionString) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: answerMs })
  try {
    await client.connect()
    const { rows: [login] } = await client.query('SELECT rolsuper FROM pg_roles WHERE rolname = current_user')
    return login.rolsuper
  }
  catch {
    return false
  }
  finally {
    await client.end().catch(() => {})
  }
}
