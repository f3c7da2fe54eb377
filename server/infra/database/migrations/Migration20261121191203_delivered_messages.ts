import { Migration } from '@mikro-orm/migrations'

export class Migration20261121191203_delivered_messages extends Migration {
  override name = 'Migration20261121191203_delivered_messages'

  override up(): void | Promise<void> {
    this.addSql(`alter table "conversation_member" add "delivered_seq" int not null default 0;`)
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "conversation_member" drop column "delivered_seq";`)
  }
}
