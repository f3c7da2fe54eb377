import { Migration } from '@mikro-orm/migrations'

export class Migration20261121214409_server_runs extends Migration {
  override name = 'Migration20261121214409_server_runs'

  override up(): void | Promise<void> {
    this.addSql(`create table "server_run" ("run" bigint not null, primary key ("run"));`)
    // The runs that are known of: where one is missing, whoever was last answered in it begins anew.
    this.addSql(`insert into "server_run" ("run")
      select "run" from "epoch" union select (start->>0)::bigint from "space", jsonb_array_elements("past") as start;`)
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "server_run" cascade;`)
  }
}
