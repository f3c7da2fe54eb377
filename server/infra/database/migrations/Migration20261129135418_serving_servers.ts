import { Migration } from '@mikro-orm/migrations';

export class Migration20261129135418_serving_servers extends Migration {

  override name = 'Migration20261129135418_serving_servers';

  override up(): void | Promise<void> {
    this.addSql(`alter table "server" add "serves" boolean not null default true;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "server" drop column "serves";`);
  }

}
