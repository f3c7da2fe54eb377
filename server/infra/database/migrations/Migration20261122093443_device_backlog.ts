import { Migration } from '@mikro-orm/migrations'

export class Migration20261122093443_device_backlog extends Migration {
  override name = 'Migration20261122093443_device_backlog'

  override up(): void | Promise<void> {
    this.addSql(`alter table "device" add "backlog" int not null default 0, add "session_id" uuid null;`)
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "device" drop column "backlog", drop column "session_id";`)
  }
}
